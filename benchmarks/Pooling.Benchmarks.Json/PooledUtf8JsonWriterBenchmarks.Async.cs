using System.IO.Pipelines;
using System.Text.Json;
using BenchmarkDotNet.Attributes;
using Pooling.Json;

namespace Pooling.Benchmarks.Json;

/// <content>The same export, awaited. The target is memory, so that every wait ends at once and the writers are what is measured.</content>
public partial class PooledUtf8JsonWriterBenchmarks
{
    private static readonly StreamPipeWriterOptions s_pipeOptions = new(leaveOpen: true);

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("async stream")]
    [Row("POOL-json-async-stream", Role.Before)]
    public ReadOnlyMemory<byte> AsyncStreamNew() => Finish(WriteToStreamAsync());

    [Benchmark]
    [BenchmarkCategory("async stream")]
    [Row("POOL-json-async-stream", Role.Ours)]
    public ReadOnlyMemory<byte> AsyncStreamLeased()
    {
        _stream.SetLength(0);
        return Finish(WriteLeasedAsync(_pool.RentAsyncWriter(_stream)));
    }

    [Benchmark(Baseline = true)]
    [BenchmarkCategory("async pipe")]
    [Row("POOL-json-async-pipe", Role.Before)]
    public ReadOnlyMemory<byte> AsyncPipeNew() => Finish(WriteToPipeAsync());

    [Benchmark]
    [BenchmarkCategory("async pipe")]
    [Row("POOL-json-async-pipe", Role.Ours)]
    public ReadOnlyMemory<byte> AsyncPipeLeased()
    {
        _stream.SetLength(0);
        PipeWriter pipe = PipeWriter.Create(_stream, s_pipeOptions);
        ReadOnlyMemory<byte> written = Finish(WriteLeasedAsync(_pool.RentAsyncWriter(pipe)));
        pipe.Complete();
        return written;
    }

    private async Task WriteToStreamAsync()
    {
        _stream.SetLength(0);
        await using var writer = new Utf8JsonWriter(_stream);
        CustomerWriter.WriteStart(writer);
        int sinceFlush = 0;
        foreach (Customer customer in _page.Value)
        {
            CustomerWriter.WriteCustomer(writer, customer);
            if (++sinceFlush == CustomersPerFlush)
            {
                await writer.FlushAsync().ConfigureAwait(false);
                sinceFlush = 0;
            }
        }

        CustomerWriter.WriteEnd(writer);
    }

    private async Task WriteToPipeAsync()
    {
        _stream.SetLength(0);
        PipeWriter pipe = PipeWriter.Create(_stream, s_pipeOptions);
        await using (var writer = new Utf8JsonWriter(pipe))
        {
            CustomerWriter.WriteStart(writer);
            int sinceFlush = 0;
            foreach (Customer customer in _page.Value)
            {
                CustomerWriter.WriteCustomer(writer, customer);
                if (++sinceFlush == CustomersPerFlush)
                {
                    await writer.FlushAsync().ConfigureAwait(false);
                    await pipe.FlushAsync().ConfigureAwait(false);
                    sinceFlush = 0;
                }
            }

            CustomerWriter.WriteEnd(writer);
        }

        await pipe.CompleteAsync().ConfigureAwait(false);
    }

    private async Task WriteLeasedAsync(PooledAsyncUtf8JsonWriter leased)
    {
        await using PooledAsyncUtf8JsonWriter lease = leased;
        Utf8JsonWriter writer = lease.Writer;
        CustomerWriter.WriteStart(writer);
        foreach (Customer customer in _page.Value)
        {
            CustomerWriter.WriteCustomer(writer, customer);
            await lease.DrainIfNeededAsync().ConfigureAwait(false);
        }

        CustomerWriter.WriteEnd(writer);
    }

    private ReadOnlyMemory<byte> Finish(Task writing)
    {
        writing.GetAwaiter().GetResult();
        return Written();
    }
}
