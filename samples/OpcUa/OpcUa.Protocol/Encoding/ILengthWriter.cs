using System.Buffers;

namespace OpcUa.Protocol.Encoding;

/// <summary>A writer in which the length of what follows can be written when it is known.</summary>
public interface ILengthWriter : IBufferWriter<byte>
{
    /// <summary>Leaves four bytes for a length.</summary>
    LengthMark BeginLength();

    /// <summary>Writes the length of what was written since.</summary>
    void EndLength(LengthMark mark);
}
