using System.Buffers;
using System.Text;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>Short text to UTF-8, as a connection encodes it for each message: into an array,
/// or into a writer that it keeps and resets.</summary>
public partial class BufferWriterExtensionsBenchmarks
{
    private const int Operations = 200;

    private readonly string _text = "The quick brown fox jumps over..";
    private readonly PooledArrayBufferWriter<byte> _owned = new();
    private readonly ArrayBufferWriter<byte> _stock = new(256);

    [GlobalCleanup]
    public void Cleanup() => _owned.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Text")]
    [Row("POOL-write-utf8-32", Role.Before)]
    public ReadOnlyMemory<byte> EncodingGetBytes()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
            last = Encoding.UTF8.GetBytes(_text);

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Text")]
    [Row("POOL-write-utf8-32", Role.Peer, "Encoding and ArrayBufferWriter")]
    public ReadOnlyMemory<byte> StockWriter()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            _stock.ResetWrittenCount();
            Encoding.UTF8.GetBytes(_text, _stock);
            last = _stock.WrittenMemory;
        }

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [BenchmarkCategory("Text")]
    [Row("POOL-write-utf8-32", Role.Ours)]
    public ReadOnlyMemory<byte> OwnedAndReset()
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            _owned.ResetWrittenCount();
            _owned.WriteUtf8(_text);
            last = _owned.WrittenMemory;
        }

        return last;
    }
}
