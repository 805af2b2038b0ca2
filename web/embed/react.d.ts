// React is only what the example for it is tested with, so its types stay outside.
declare module 'react';
declare module 'react-dom/server';
