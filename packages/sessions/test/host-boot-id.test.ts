import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hostBootId, systemEnvironment } from '../src/index.ts';

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'stormlog-boot-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'boot_id');
  writeFileSync(path, text);
  return path;
}

/** A command that does what the JavaScript says, in place of sysctl. */
function command(code: string): [string, ...string[]] {
  return [process.execPath, '-e', code];
}

describe('the boot id on Linux', () => {
  it('is the stripped text of the file', () => {
    expect(hostBootId({ platform: 'linux', bootIdFile: fileWith(' 2f0c-11 \n') })).toBe('2f0c-11');
  });

  it('is unknown when the file is missing or empty', () => {
    expect(hostBootId({ platform: 'linux', bootIdFile: '/nowhere/boot_id' })).toBeNull();
    expect(hostBootId({ platform: 'linux', bootIdFile: fileWith('\n') })).toBeNull();
  });
});

describe('the boot id on macOS', () => {
  it('is what the command prints', () => {
    expect(hostBootId({ platform: 'darwin', sysctlCommand: command('console.log("A-B")') })).toBe('A-B');
  });

  it.each([
    ['fails', command('console.log("A-B"); process.exit(1)')],
    ['prints nothing', command('')],
    ['cannot be started', ['/nowhere/sysctl'] as [string]],
  ])('is unknown when the command %s', (_what, sysctlCommand) => {
    expect(hostBootId({ platform: 'darwin', sysctlCommand })).toBeNull();
  });

  it('is unknown when the command does not end in time', () => {
    const sysctlCommand = command('setInterval(() => {}, 1000); console.log("A-B")');
    expect(hostBootId({ platform: 'darwin', sysctlCommand, timeoutMs: 300 })).toBeNull();
  });
});

it('is unknown on other systems', () => {
  expect(hostBootId({ platform: 'win32' })).toBeNull();
});

describe('the environment of this machine', () => {
  it('tells the time between two readings of the system clock', () => {
    const { wallNs } = systemEnvironment();
    const before = BigInt(Date.now()) * 1_000_000n;
    const readings = Array.from({ length: 1000 }, wallNs);
    const after = BigInt(Date.now() + 1) * 1_000_000n;
    expect(readings.every((reading) => reading >= before && reading <= after)).toBe(true);
  });

  it('makes ids that differ', () => {
    const { newId } = systemEnvironment();
    expect(newId()).not.toBe(newId());
  });

  it('knows a version', () => {
    expect(systemEnvironment().version).toMatch(/^\d+\.\d+\.\d+/);
  });
});
