// Runs in every page, frame and worker before its own scripts: side doors through which something could leave unseen look as if nobody answered.
(() => {
  const refused = (name) => class extends EventTarget {
    constructor(url) {
      super();
      Object.assign(this, { url: String(url), readyState: 3, bufferedAmount: 0, protocol: "", onopen: null, onmessage: null, onerror: null, onclose: null });
      setTimeout(() => ["error", "close"].forEach((kind) => {
        const event = new Event(kind);
        this["on" + kind]?.(event);
        this.dispatchEvent(event);
      }), 0);
      Object.defineProperty(this, "close", { value() {} });
      Object.defineProperty(this, "send", { value() { throw new DOMException("the connection is closed", "InvalidStateError"); } });
    }
    static get name() { return name; }
  };
  const put = (name, value) => { if (name in globalThis) Object.defineProperty(globalThis, name, { value, writable: false, configurable: false }); };
  put("WebSocket", refused("WebSocket"));
  for (const name of ["WebSocketStream", "WebTransport", "RTCPeerConnection", "webkitRTCPeerConnection", "SharedWorker"]) put(name, undefined);
  if (globalThis.ServiceWorkerContainer) {
    const register = () => Promise.reject(new DOMException("not here", "SecurityError"));
    Object.defineProperty(ServiceWorkerContainer.prototype, "register", { value: register, writable: false, configurable: false });
  }
})();
