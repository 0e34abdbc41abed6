export const CHROMIUM_FLAGS: string[];
export function requireChromium(): string;
