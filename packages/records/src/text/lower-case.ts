/**
 * The text in lower case by the full Unicode rules, whatever the locale (docs/formats/json.md §2.3). One character may
 * become several (`İ`), and a capital sigma at the end of a word becomes the final one.
 */
export function lowerCase(text: string): string {
  return text.toLowerCase();
}
