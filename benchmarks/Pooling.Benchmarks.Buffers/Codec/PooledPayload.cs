using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>What a connection decodes its messages into: its lists keep their arrays from one message to the next,
/// and arrays of numbers are rented.</summary>
internal sealed class PooledPayload : IDisposable
{
    private readonly PooledArrayBufferWriter<Variant> _scalars = new();
    private readonly PooledArrayBufferWriter<DataValue> _values = new();
    private readonly PooledArrayBufferWriter<Variant> _arrays = new();

    internal Payload Content => new(_scalars.WrittenSpan, _values.WrittenSpan, _arrays.WrittenSpan);

    internal void Decode(ReadOnlySpan<byte> message)
    {
        var decoder = new PayloadDecoder<PooledArrays>(message, default);
        int count = decoder.ReadInt32();
        decoder.ReadVariants(_scalars.GetSpan(count)[..count]);
        _scalars.Advance(count);

        count = decoder.ReadInt32();
        decoder.ReadDataValues(_values.GetSpan(count)[..count]);
        _values.Advance(count);

        count = decoder.ReadInt32();
        decoder.ReadVariants(_arrays.GetSpan(count)[..count]);
        _arrays.Advance(count);
    }

    /// <summary>Gives the arrays of numbers back, and forgets the message.</summary>
    internal void Release()
    {
        Payload content = Content;
        Release(content.Scalars);
        Release(content.Arrays);
        _scalars.ResetWrittenCount();
        _values.ResetWrittenCount(); // of scalars
        _arrays.ResetWrittenCount();
    }

    public void Dispose()
    {
        Release();
        _scalars.Dispose();
        _values.Dispose();
        _arrays.Dispose();
    }

    private static void Release(ReadOnlySpan<Variant> variants)
    {
        foreach (ref readonly Variant variant in variants)
            variant.Release();
    }
}
