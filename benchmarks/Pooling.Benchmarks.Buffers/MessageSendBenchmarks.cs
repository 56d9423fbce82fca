namespace Pooling.Benchmarks.Buffers;

/// <summary>ASCII text of a websocket message to UTF-8, which the socket then reads.</summary>
public class MessageSendBenchmarks : WriterBenchmarks
{
    private const int Operations = 100;

    private string _text = "";

    [Params(32, 1_024, 8_192)]
    public int Characters { get; set; }

    [GlobalSetup]
    public void Setup() => _text = string.Concat(Enumerable.Range(0, Characters).Select(static i => (char)(' ' + (i % 95))));

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations), Row("WSC-send-*", Role.Before)]
    public ReadOnlyMemory<byte> EncodingGetBytes()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
            last = Encoding.UTF8.GetBytes(_text);

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations), Row("WSC-send-*", Role.Published)]
    public ReadOnlyMemory<byte> RentEncodeReturn()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            byte[] array = ArrayPool<byte>.Shared.Rent(Encoding.UTF8.GetMaxByteCount(_text.Length));
            last = array.AsMemory(0, Encoding.UTF8.GetBytes(_text, array));
            ArrayPool<byte>.Shared.Return(array);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations), Row("WSC-send-*", Role.Ours)]
    public ReadOnlyMemory<byte> Rented()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = Pool.Rent();
            lease.Value.WriteUtf8(_text);
            last = lease.Value.WrittenMemory;
        }

        return last;
    }

    /// <summary>One message of a connection is sent at a time.</summary>
    [Benchmark(OperationsPerInvoke = Operations), Row("WSC-send-*", Role.Ours)]
    public ReadOnlyMemory<byte> OwnedAndReset()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            Owned.ResetWrittenCount();
            Owned.WriteUtf8(_text);
            last = Owned.WrittenMemory;
        }

        return last;
    }
}
