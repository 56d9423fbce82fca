using System.Globalization;
using System.Text;
using BenchmarkDotNet.Attributes;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers;

/// <summary>What a log says of a received binary message: its length.</summary>
public class MessageToStringBenchmarks
{
    private const int Operations = 100;
    private const string Beginning = "Binary message with a length of ";
    private const int MostDigits = 10;

    private readonly MemoryStream _stream = new();
    private readonly PooledArrayBufferWriter<byte> _message = new();
    private readonly PooledArrayBufferWriter<byte> _log = new();

    [Params(64, 4_096, 32_768)]
    public int Length { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        byte[] bytes = new byte[Length];
        new Random(Length).NextBytes(bytes);
        _stream.Write(bytes);
        _message.Write(bytes);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _message.Dispose();
        _log.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    [Row("WSC-to-string-64B", Role.Before)]
    [Row("WSC-to-string-4KB", Role.Before)]
    [Row("WSC-to-string-32KB", Role.Before)]
    public string StreamToArray()
    {
        string last = "";
        for (int i = 0; i < Operations; i++)
            last = $"{Beginning}{_stream.ToArray().Length}";

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-to-string-64B", Role.Published)]
    [Row("WSC-to-string-4KB", Role.Published)]
    [Row("WSC-to-string-32KB", Role.Published)]
    public string StreamLength()
    {
        string last = "";
        for (int i = 0; i < Operations; i++)
            last = $"{Beginning}{_stream.Length}";

        return last;
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    [Row("WSC-to-string-64B", Role.Ours)]
    [Row("WSC-to-string-4KB", Role.Ours)]
    [Row("WSC-to-string-32KB", Role.Ours)]
    public string WrittenCount()
    {
        string last = "";
        for (int i = 0; i < Operations; i++)
            last = $"{Beginning}{_message.WrittenCount}";

        return last;
    }

    /// <summary>No string at all: straight into the buffer of the log.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    [OutputNotCompared("Bytes where the others give text: the check of the class compares them.")]
    [Row("WSC-to-string-64B", Role.Ours)]
    [Row("WSC-to-string-4KB", Role.Ours)]
    [Row("WSC-to-string-32KB", Role.Ours)]
    public ReadOnlyMemory<byte> WrittenCountToLog()
    {
        for (int i = 0; i < Operations; i++)
        {
            _log.ResetWrittenCount(); // as if the lines before had been written out
            _log.WriteUtf8(Beginning);
            _message.WrittenCount.TryFormat(_log.GetSpan(MostDigits), out int digits, provider: CultureInfo.InvariantCulture);
            _log.Advance(digits);
        }

        return _log.WrittenMemory;
    }

    [SmokeCheck(nameof(WrittenCountToLog))]
    public string CheckLog()
    {
        if (Encoding.UTF8.GetString(WrittenCountToLog().Span) != StreamLength())
            throw new InvalidOperationException("The log says something else than the text.");

        return "the log says what the text says";
    }
}
