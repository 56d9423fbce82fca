namespace Pooling.GameServer.Hosting;

/// <summary>What was taken out of the pools of a server and not given back.</summary>
/// <param name="Arrays">The memory of payloads: each belongs to a shared buffer that waits somewhere,
/// or to a buffer of a sending loop.</param>
/// <param name="Messages">Received messages.</param>
/// <param name="Writers">Buffers to encode single messages in.</param>
internal readonly record struct Outstanding(long Arrays, long Messages, long Writers);
