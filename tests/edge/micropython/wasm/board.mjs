// A Pico W of WebAssembly: the real MicroPython, the board's own files in its memory, pretended hardware, and node's sockets for its radio.
// node board.mjs PACKAGE BOARD LAPTOP STATE: PACKAGE holds micropython.mjs; what the board keeps on its flash is copied to STATE when it is stopped.
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const [pack, board, laptop, state] = process.argv.slice(2);
const {loadMicroPython} = await import(pathToFileURL(path.join(pack, 'micropython.mjs')));
const micropython = await loadMicroPython({linebuffer: true, stdout: (line) => process.stdout.write(line + '\n'), stderr: (line) => process.stderr.write(line + '\n')});

const FLASH = '/flash';
const KEPT = ['config.json', 'token.txt', 'done.log', 'simulated.json'];
micropython.FS.mkdir(FLASH);
for (const folder of [laptop, board, path.dirname(fileURLToPath(import.meta.url))])
  for (const name of fs.readdirSync(folder))
    if (name.endsWith('.py') || name === 'capabilities.json') micropython.FS.writeFile(`${FLASH}/${name}`, fs.readFileSync(path.join(folder, name)));
for (const name of KEPT) if (fs.existsSync(path.join(state, name))) micropython.FS.writeFile(`${FLASH}/${name}`, fs.readFileSync(path.join(state, name)));

process.on('SIGTERM', () => {
  for (const name of KEPT) if (micropython.FS.analyzePath(`${FLASH}/${name}`).exists) fs.writeFileSync(path.join(state, name), micropython.FS.readFile(`${FLASH}/${name}`));
  process.exit(0);
});

// One socket: bytes that came wait here until they are asked for.
class Wire {
  constructor(socket) {
    this.socket = socket;
    this.came = [];
    this.ended = false;
    this.wake = () => {};
    const tell = () => this.wake();
    socket.on('data', (bytes) => { this.came.push(bytes); tell(); });
    socket.on('close', () => { this.ended = true; tell(); });
    socket.on('error', () => { this.ended = true; tell(); });
  }
  async read() {
    while (this.came.length === 0 && !this.ended) await new Promise((wake) => { this.wake = wake; });
    return this.came.length ? this.came.shift().toString('hex') : '';
  }
}
const wires = new Map();
let newest = 0;
micropython.registerJsModule('wires', {
  open: (host, port) => new Promise((done) => {
    const socket = net.connect(port, host);
    socket.once('connect', () => { wires.set(++newest, new Wire(socket)); done(newest); });
    socket.once('error', () => done(0));
  }),
  write: (wire, hex) => { wires.get(wire).socket.write(Buffer.from(hex, 'hex')); },
  read: (wire) => wires.get(wire).read(),
  close: (wire) => { wires.get(wire)?.socket.destroy(); wires.delete(wire); },
});

await micropython.runPythonAsync(`
import os, sys
os.chdir('${FLASH}')
sys.path[:] = ['${FLASH}', '.frozen']
import streams, json, tracing, main
tracing.start(json.load(open('config.json')), lambda line: print('TRACE', line))
print('RUNS', sys.implementation.name, '.'.join([str(part) for part in sys.implementation.version[:3]]))
await main.main()
`);
