// Served as /service-worker.js behind VERSION, OFFLINE and FILES (web/installing.py). It answers for the house only where the house does
// not answer itself: with one page that says so, and the static files of that page. Nothing of the household is ever kept here.
const CACHE = `yamori-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const outdated = (names) => names.filter((name) => name.startsWith("yamori-") && name !== CACHE);
  event.waitUntil(caches.keys().then((names) => Promise.all(outdated(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()));
    return;
  }
  const address = new URL(request.url);
  if (address.origin !== self.location.origin || !FILES.includes(address.pathname + address.search)) return;
  event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
});

// A notice that came while no page of the house is open (web/push.py). Its words are for this browser alone; nothing of them is kept.
self.addEventListener("push", (event) => {
  const { id, text } = event.data?.json() ?? {};
  if (text) event.waitUntil(self.registration.showNotification("Yamori", { body: text, tag: `yamori-${id}`, icon: "/static/icons/192.png" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const opened = async () => {
    const [page] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    return page ? page.focus() : self.clients.openWindow("/");
  };
  event.waitUntil(opened());
});
