// A plugin of TypeDoc: calls a module by the name under which it is imported, not by its place in the repository.
import { Converter, ReflectionKind } from 'typedoc';

export function load(app) {
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_context, reflection) => {
    if (reflection.kind !== ReflectionKind.Module) return;
    const [, folder, entry] = /^([a-z-]+)\/src(?:\/([a-z-]+))?$/.exec(reflection.name) ?? [];
    if (folder !== undefined) reflection.name = `@stormlog/${folder}${entry === undefined ? '' : `/${entry}`}`;
  });
}
