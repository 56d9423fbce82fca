namespace OpcUa.Protocol.Encoding;

/// <summary>The position of a reserved length.</summary>
/// <param name="Chunk">The index of the chunk of the message.</param>
/// <param name="Offset">The offset in the chunk.</param>
/// <param name="Start">The offset in the whole message.</param>
public readonly record struct LengthMark(int Chunk, int Offset, long Start);
