using System.Buffers;
using System.Text;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Benchmarks.Buffers;

/// <summary>Text of a websocket message to UTF-8, which the socket then reads.</summary>
public class MessageSendBenchmarks
{
    private const int Operations = 100;

    private readonly BufferWriterPool _pool = new();
    private readonly PooledArrayBufferWriter<byte> _owned = new();
    private string _text = "";
    private int _sum;

    [Params(32, 1_024, 8_192)]
    public int Characters { get; set; }

    [GlobalSetup]
    public void Setup() => _text = string.Create(Characters, 0, static (text, _) =>
    {
        for (int i = 0; i < text.Length; i++)
            text[i] = (char)(' ' + (i % 95)); // all of printable ASCII
    });

    [GlobalCleanup]
    public void Cleanup()
    {
        _pool.Dispose();
        _owned.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("WSC-send-32", Role.Before)]
    [Row("WSC-send-1024", Role.Before)]
    [Row("WSC-send-8192", Role.Before)]
    public ReadOnlyMemory<byte> EncodingGetBytes()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(_text);
            _sum += bytes[^1];
            last = bytes;
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-send-32", Role.Published)]
    [Row("WSC-send-1024", Role.Published)]
    [Row("WSC-send-8192", Role.Published)]
    public ReadOnlyMemory<byte> RentEncodeReturn()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            byte[] array = ArrayPool<byte>.Shared.Rent(Encoding.UTF8.GetMaxByteCount(_text.Length));
            int length = Encoding.UTF8.GetBytes(_text, array);
            _sum += array[length - 1];
            last = new ReadOnlyMemory<byte>(array, 0, length);
            ArrayPool<byte>.Shared.Return(array);
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-send-32", Role.Ours)]
    [Row("WSC-send-1024", Role.Ours)]
    [Row("WSC-send-8192", Role.Ours)]
    public ReadOnlyMemory<byte> Rented()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = _pool.Rent();
            PooledArrayBufferWriter<byte> writer = lease.Value;
            writer.WriteUtf8(_text);
            _sum += writer.WrittenSpan[^1];
            last = writer.WrittenMemory;
        }

        return last;
    }

    /// <summary>A writer that the connection keeps and resets: one message is sent at a time.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-send-32", Role.Ours)]
    [Row("WSC-send-1024", Role.Ours)]
    [Row("WSC-send-8192", Role.Ours)]
    public ReadOnlyMemory<byte> OwnedAndReset()
    {
        PooledArrayBufferWriter<byte> writer = _owned;
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            writer.ResetWrittenCount();
            writer.WriteUtf8(_text);
            _sum += writer.WrittenSpan[^1];
            last = writer.WrittenMemory;
        }

        return last;
    }
}
