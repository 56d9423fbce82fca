// Common parts of client and server: node-opcua without its warnings, and its certificates in a folder that is deleted at the end.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url); // CommonJS

const { warn, log, error } = console;
Object.assign(console, { warn() {}, log() {}, error() {} }); // it talks while it is loaded
export const opcua = require('node-opcua-client');
export const { OPCUAServer } = require('node-opcua-server');
const { OPCUACertificateManager } = require('node-opcua-certificate-manager');
const { setLogLevel, LogLevel } = require('node-opcua-debug');
Object.assign(console, { warn, log, error });
setLogLevel(LogLevel.Emergency);

/** The certificates of this process, created without a network. The folder is deleted when the process ends. */
export async function certificates() {
  const root = await mkdtemp(join(tmpdir(), 'opcua-peer-'));
  process.on('exit', () => rmSync(root, { recursive: true, force: true }));
  const manager = new OPCUACertificateManager({ rootFolder: join(root, 'pki'), automaticallyAcceptUnknownCertificate: true });
  await manager.initialize();
  return manager;
}

/** One value of each type, to be read and written: the value, and its type. */
export const kinds = {
  Boolean: true, SByte: -128, Byte: 255, Int16: -32768, UInt16: 65535, Int32: -2147483648, UInt32: 4294967295,
  Float: 1.5, Double: -2.25e300, String: 'Käse \u{10005}', DateTime: new Date('2026-11-22T10:11:12.345Z'),
  Guid: '72962B91-FA75-4AE6-8D28-B404DC7DAF63', ByteString: Buffer.from([0, 1, 254, 255]),
};

const { MessageSecurityMode, OPCUAClient, SecurityPolicy } = opcua;

/** The security modes by their names in the sample. */
export const securities = {
  none: { mode: MessageSecurityMode.None, policy: SecurityPolicy.None },
  sign: { mode: MessageSecurityMode.Sign, policy: SecurityPolicy.Basic256Sha256 },
  'sign-encrypt': { mode: MessageSecurityMode.SignAndEncrypt, policy: SecurityPolicy.Basic256Sha256 },
};

let manager; // one for all clients of the process

export async function connectTo(url, { security = 'none', bufferSize, maxRetry = 2, ...options } = {}) {
  manager ??= certificates();
  const client = OPCUAClient.create({
    clientName: 'peer',
    clientCertificateManager: await manager,
    securityMode: securities[security].mode,
    securityPolicy: securities[security].policy,
    endpointMustExist: false,
    keepSessionAlive: false,
    connectionStrategy: { maxRetry, initialDelay: 100, maxDelay: 1000 },
    ...(bufferSize && { transportSettings: { receiveBufferSize: bufferSize, sendBufferSize: bufferSize } }),
    ...options,
  });
  await client.connect(url);
  return client;
}
