namespace OpcUa.Protocol.Encoding;

/// <summary>Where a length will stand.</summary>
/// <param name="Chunk">In which part of the message.</param>
/// <param name="Offset">Where in the part.</param>
/// <param name="Start">Where in the whole message.</param>
public readonly record struct LengthMark(int Chunk, int Offset, long Start);
