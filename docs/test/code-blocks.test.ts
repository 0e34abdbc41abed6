import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeBlocks, pagesToCopyFrom, promisedOutput, ROOT } from './code-blocks.ts';
import { readerFolder } from './reader-folder.ts';

const run = promisify(execFile);
const blocks = pagesToCopyFrom()
  .flatMap(codeBlocks)
  .filter(({ language }) => language === 'ts');
/** Below the folder whose dependencies are all packages, so that the blocks can import them. */
const workspace = join(ROOT, 'docs', 'node_modules', '.cache', `code-blocks-${process.pid}`);

beforeAll(async () => {
  await mkdir(workspace, { recursive: true });
  for (const { fileName, code } of blocks) await writeFile(join(workspace, fileName), code);
});

afterAll(() => rm(workspace, { recursive: true, force: true }));

test('the pages have blocks to copy', () => {
  expect(blocks.length).toBeGreaterThan(4);
});

test('every TypeScript block of the README files and guides compiles under the strict settings of the project', () => {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram({
    rootNames: blocks.map(({ fileName }) => join(workspace, fileName)),
    options: { ...options, noEmit: true, incremental: false, composite: false },
  });
  const faults = blocks.flatMap(({ place, fileName }) => {
    const source = program.getSourceFile(join(workspace, fileName));
    if (source === undefined) return [`${place}: not compiled`];
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${place}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });

  expect(faults).toEqual([]);
}, 120_000);

test.each(blocks)('the block at $place runs and prints what it says', async ({ fileName, code }) => {
  const folder = await readerFolder();
  const flags = ['--conditions=@stormlog/source', '--import', import.meta.resolve('tsx')];

  const running = run(process.execPath, [...flags, join(workspace, fileName)], { cwd: folder });
  running.child.stdin?.end();
  const { stdout } = await running;

  const printed = stdout.trimEnd().split('\n');
  const promised = promisedOutput(code);
  expect(printed.filter((line) => promised.includes(line))).toEqual(promised);
  await rm(folder, { recursive: true });
});
