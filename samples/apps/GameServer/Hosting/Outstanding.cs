namespace Pooling.GameServer.Hosting;

/// <summary>The numbers of items that were rented from the pools of a server and not returned.</summary>
/// <param name="Arrays">Arrays of payloads: each belongs to a waiting shared buffer, or to the buffer of a sending loop.</param>
/// <param name="Messages">Received messages.</param>
/// <param name="Writers">Buffers for encoding single messages.</param>
internal readonly record struct Outstanding(long Arrays, long Messages, long Writers);
