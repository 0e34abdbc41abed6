export declare const REFERENCE_VERSION: string;
export declare function pythonWithStormlog(): string;
