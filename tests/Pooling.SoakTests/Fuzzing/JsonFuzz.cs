using System.Buffers;
using System.Text;
using System.Text.Json;
using Pooling.Json;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>Writes strings and binary values in pieces, from sequences that are divided anywhere, and compares the document with one that
/// is written at once.</summary>
internal sealed class JsonFuzz : IDisposable
{
    private readonly FuzzRun _run;
    private readonly Utf8JsonWriterPool _pool;
    private readonly ArrayBufferWriter<byte> _expected = new();

    internal JsonFuzz(FuzzRun run)
    {
        _run = run;
        _pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { MaxRetained = 4 }, run.WriterArrays);
    }

    public void Dispose() => _pool.Dispose();

    internal void Run()
    {
        byte[] bytes = Create();
        bool isText = _run.Random.Next(2) == 0;
        var input = new FuzzInput(_run.Arrays, bytes, FuzzInput.Canary);
        var sequence = new FuzzSequence(_run, bytes);
        _expected.ResetWrittenCount();
        using (var plain = new Utf8JsonWriter(_expected))
        {
            plain.WriteStartObject();
            if (isText)
                plain.WriteString("value", bytes);
            else
                plain.WriteBase64String("value", bytes);

            plain.WriteEndObject();
        }

        using (PooledUtf8JsonWriter lease = _pool.Rent())
        {
            lease.Writer.WriteStartObject();
            if (isText)
                WriteText(lease, bytes, sequence);
            else
                WriteBinary(lease, input, sequence);

            lease.Writer.WriteEndObject();
            lease.Flush();
            _run.Scan(lease.WrittenSpan);
            _run.ScanEqual(lease.WrittenSpan, _expected.WrittenSpan, "The document differs from one that is written at once.");
        }

        input.Return(_run.Arrays, bytes);
        sequence.Return(_run.Arrays, bytes);
    }

    private byte[] Create()
    {
        byte[] bytes = new byte[_run.Random.Next(10) == 0 ? _run.Random.Next(20_000) : _run.Random.Next(300)];
        if (_run.Random.Next(2) == 0)
            FuzzText.Fill(bytes, _run.Random);
        else
            _run.Random.NextBytes(bytes);

        if (_run.Random.Next(2) == 0)
            bytes = _run.Mutate(bytes);

        FuzzRun.Strip(bytes);
        return bytes;
    }

    private void WriteText(PooledUtf8JsonWriter lease, byte[] bytes, FuzzSequence sequence)
    {
        lease.Writer.WritePropertyName("value");
        if (_run.Random.Next(3) != 0)
            lease.WriteStringChunked(sequence.Bytes);
        else
            lease.WriteStringChunked(Encoding.UTF8.GetString(bytes).AsSpan());
    }

    private void WriteBinary(PooledUtf8JsonWriter lease, FuzzInput input, FuzzSequence sequence)
    {
        lease.Writer.WritePropertyName("value"u8);
        switch (_run.Random.Next(3))
        {
            case 0:
                lease.WriteBase64Chunked(sequence.Bytes);
                break;
            case 1:
                lease.WriteBase64Chunked(input.Memory.Span);
                break;
            default:
                using (var stream = new FuzzStream(input.Memory, _run.Random))
                    lease.WriteBase64Chunked(stream);

                break;
        }
    }
}
