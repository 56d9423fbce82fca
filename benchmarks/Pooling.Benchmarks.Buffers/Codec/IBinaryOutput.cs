namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>What an encoder needs of the buffer that it writes to. Implemented by structs,
/// so that the calls are compiled for each.</summary>
internal interface IBinaryOutput
{
    void WriteByte(byte value);

    void WriteUInt16(ushort value);

    void WriteUInt32(uint value);

    void WriteUInt64(ulong value);

    void WriteGuid(Guid value);

    /// <summary>Writes text as UTF-8 behind its length in bytes.</summary>
    void WriteText(string text);

    /// <summary>Writes numbers behind their count, in one copy.</summary>
    void WriteNumbers<T>(ReadOnlySpan<T> numbers) where T : unmanaged;
}
