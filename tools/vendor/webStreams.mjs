/** What the build takes for `node:stream/web`, which packages for n8n may not import: in Node.js all of it is global. */
const webTransformStream = TransformStream;
const webCountQueuingStrategy = CountQueuingStrategy;
export { webTransformStream as TransformStream, webCountQueuingStrategy as CountQueuingStrategy };
