import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './packages.mjs';

/** Two compilers: the oldest that is supported, and the newest. */
export const COMPILERS = { 'typescript-oldest': 'typescript@5.4', 'typescript-newest': 'typescript@latest' };

const identifier = (index) => `entry${index}`;

/** An empty project that installs the tarballs with npm, as a stranger would. */
export function installConsumer(folder, packed) {
  mkdirSync(folder, { recursive: true });
  const tarballs = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const manifest = {
    name: 'consumer',
    private: true,
    version: '1.0.0',
    type: 'module',
    dependencies: tarballs,
    overrides: Object.fromEntries(packed.map(({ name }) => [name, `$${name}`])),
    devDependencies: {
      '@types/node': '^20.19.0',
      ...Object.fromEntries(Object.entries(COMPILERS).map(([alias, spec]) => [alias, `npm:${spec}`])),
    },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
  writeConsumers(
    folder,
    packed.flatMap(({ entries }) => entries),
  );
}

function writeConsumers(folder, entries) {
  const names = entries.map((_, index) => identifier(index));
  const imports = entries.map((entry, index) => `import * as ${identifier(index)} from '${entry}';`);
  const requires = entries.map((entry, index) => `const ${identifier(index)} = require('${entry}');`);
  const count = `[${names.join(', ')}].map((entry) => Object.keys(entry).length).join(' ')`;
  const use = [
    `if (new records.StormlogError('json_syntax', 'x').code !== 'json_syntax') throw new Error('no code');`,
    `if (records.stringifyJson(records.parseJson('{"n":9007199254740993}')) !== '{"n":9007199254740993}') throw new Error('digits');`,
    `console.log(${count});`,
  ];
  const types = [
    "import type { ErrorCode } from '@stormlog/records';",
    "import { loadDistributedArtifacts, buildDistributedModel, parseJson } from 'stormlog';",
    'export async function missing(path: string): Promise<readonly number[]> {',
    "  const load = await loadDistributedArtifacts([path], { onInvalid: 'skip' });",
    '  return buildDistributedModel(load.events).missing_ranks;',
    '}',
    '// @ts-expect-error text is a string: types that are any would take a number',
    'export const refused = (): unknown => parseJson(1);',
    "export const code: ErrorCode = 'json_syntax';",
  ];
  writeFileSync(
    join(folder, 'consume.mjs'),
    [...imports, "import * as records from '@stormlog/records';", ...use, ''].join('\n'),
  );
  writeFileSync(
    join(folder, 'consume.cjs'),
    [...requires, "const records = require('@stormlog/records');", ...use, ''].join('\n'),
  );
  writeFileSync(
    join(folder, 'consume.ts'),
    [...imports, ...types, `export const all = [${names.join(', ')}];`, ''].join('\n'),
  );
}

/** Compiles the TypeScript consumer with each compiler under each resolution, declaration files included. */
export function compileConsumer(folder, report) {
  const resolutions = { nodenext: 'nodenext', bundler: 'esnext' };
  for (const alias of Object.keys(COMPILERS)) {
    const version = run(process.execPath, [join(folder, 'node_modules', alias, 'bin', 'tsc'), '--version']).trim();
    for (const [moduleResolution, module] of Object.entries(resolutions)) {
      const config = join(folder, `tsconfig.${alias}.${moduleResolution}.json`);
      const compilerOptions = {
        strict: true,
        noEmit: true,
        target: 'es2022',
        lib: ['es2023', 'esnext.disposable'],
        module,
        moduleResolution,
        types: ['node'],
        skipLibCheck: false,
      };
      writeFileSync(config, JSON.stringify({ compilerOptions, files: ['consume.ts'] }));
      report(`TypeScript ${version.replace('Version ', '')} under ${moduleResolution}`, () =>
        run(process.execPath, [join(folder, 'node_modules', alias, 'bin', 'tsc'), '-p', config], { cwd: folder }),
      );
    }
  }
}
