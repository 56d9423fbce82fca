using System.Buffers;

namespace OpcUa.Protocol.Encoding;

/// <summary>A writer that can write a length later, in front of the data it belongs to.</summary>
public interface ILengthWriter : IBufferWriter<byte>
{
    /// <summary>Reserves four bytes for a length.</summary>
    LengthMark BeginLength();

    /// <summary>Writes the length of the data written since the mark.</summary>
    void EndLength(LengthMark mark);
}
