import * as z from 'zod';

/** The answer of a schema to one value: has it the shape? */
export type ShapeCheck = (value: unknown) => boolean;

/** A check by the schema's compiled validator, which is built when the first value comes. */
export function compiledCheck(schema: z.ZodType): ShapeCheck {
  let compiled: z.ZodType | null = null;
  return (value) => {
    compiled ??= z.compile(schema);
    return compiled.validate(value);
  };
}
