using System.Buffers;
using Pooling.Buffers;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>A way to read a value, in all forms, next to a model of it in plain code.</summary>
internal abstract class FuzzOperation
{
    /// <summary>Writes a valid value.</summary>
    /// <returns><see langword="false"/> if there is no valid value.</returns>
    internal abstract bool Write(IBufferWriter<byte> writer, Random random, FuzzResult expected);

    /// <summary>Reads the value in plain code.</summary>
    internal abstract FuzzStatus Model(ReadOnlySpan<byte> left, FuzzResult result);

    internal abstract bool Try(ref BufferReader reader, FuzzResult result);

    internal abstract bool Try(ref SequenceReader<byte> reader, FuzzResult result);

    /// <summary>Reads with the form that throws.</summary>
    /// <returns><see langword="false"/> if there is no such form, and the other one needs more bytes.</returns>
    internal virtual bool Read(ref BufferReader reader, FuzzResult result) => Try(ref reader, result);
}
