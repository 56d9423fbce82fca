namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures the conversion of the ASCII text of a WebSocket message to UTF-8, which the socket then reads.</summary>
public class MessageSendBenchmarks : WriterBenchmarks
{
    private string _text = "";

    [Params(32, 1_024, 8_192)]
    public int Characters { get; set; }

    [GlobalSetup]
    public void Setup() => _text = string.Concat(Enumerable.Range(0, Characters).Select(static i => (char)(' ' + (i % 95))));

    [Benchmark(Baseline = true), Row("WSC-send-*", Role.Before)]
    public ReadOnlyMemory<byte> EncodingGetBytes() => Encoding.UTF8.GetBytes(_text);

    [Benchmark, Row("WSC-send-*", Role.Published)]
    public ReadOnlyMemory<byte> RentEncodeReturn()
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(Encoding.UTF8.GetMaxByteCount(_text.Length));
        int length = Encoding.UTF8.GetBytes(_text, array);
        ArrayPool<byte>.Shared.Return(array);
        return array.AsMemory(0, length);
    }

    [Benchmark, Row("WSC-send-*", Role.Ours)]
    public ReadOnlyMemory<byte> Rented()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = Pool.Rent();
        lease.Value.WriteUtf8(_text);
        return lease.Value.WrittenMemory;
    }

    [Benchmark, Row("WSC-send-*", Role.Ours)]
    public ReadOnlyMemory<byte> OwnedAndReset()
    {
        Reset().WriteUtf8(_text);
        return Owned.WrittenMemory;
    }
}
