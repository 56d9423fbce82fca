namespace Pooling.Benchmarks.Queues;

/// <summary>Measures batches out of a channel: items that are there, and items that a task writes meanwhile. The loop by hand takes what is
/// there after each wait, which is a batch reader with a wait of zero.</summary>
[AllThreads]
public class BatchReaderBenchmarks
{
    private const int Items = 1_280;
    private const int Batch = 20;

    private readonly Channel<Sample> _bounded = Channel.CreateBounded<Sample>(
        new BoundedChannelOptions(256) { SingleReader = true, SingleWriter = true });
    private readonly Channel<Sample> _ring = new RingChannel<Sample>(
        new BoundedChannelOptions(256) { SingleReader = true, SingleWriter = true });
    private readonly Sample[] _batch = new Sample[Batch];
    private readonly BatchReader<Sample> _ofBounded;
    private readonly BatchReader<Sample> _ofRing;

    public BatchReaderBenchmarks()
    {
        _ofBounded = new BatchReader<Sample>(_bounded.Reader);
        _ofRing = new BatchReader<Sample>(_ring.Reader);
    }

    [Params("ready", "stream")]
    public string Use { get; set; } = "";

    [Benchmark(Baseline = true, OperationsPerInvoke = Items), Row("POOL-batch-*", Role.Before, "WaitToReadAsync and TryRead")]
    public Task<long> ByHand() => Run(_bounded, null);

    [Benchmark(OperationsPerInvoke = Items), Row("POOL-batch-*", Role.Ours, "BatchReader, Channel.CreateBounded")]
    public Task<long> OfBounded() => Run(_bounded, _ofBounded);

    [Benchmark(OperationsPerInvoke = Items), Row("POOL-batch-*", Role.Ours, "BatchReader, RingChannel")]
    public Task<long> OfRing() => Run(_ring, _ofRing);

    private async Task<long> Run(Channel<Sample> channel, BatchReader<Sample>? batches)
    {
        Task writing = Use == "stream" ? Task.Run(() => Write(channel.Writer, 0, Items)) : Task.CompletedTask;
        long sum = 0;
        for (int done = 0; done < Items;)
        {
            if (Use == "ready")
                await Write(channel.Writer, done, Batch).ConfigureAwait(false); // completes at once

            int count = batches is null
                ? await ReadByHand(channel.Reader).ConfigureAwait(false)
                : await batches.ReadBatchAsync(_batch, TimeSpan.Zero).ConfigureAwait(false);
            for (int i = 0; i < count; i++)
                sum = (sum * 31) + _batch[i].Number;

            done += count;
        }

        await writing.ConfigureAwait(false);
        return sum;
    }

    private async ValueTask<int> ReadByHand(ChannelReader<Sample> reader)
    {
        int count = 0;
        if (await reader.WaitToReadAsync().ConfigureAwait(false))
        {
            while (count < _batch.Length && reader.TryRead(out Sample sample))
                _batch[count++] = sample;
        }

        return count;
    }

    private static async Task Write(ChannelWriter<Sample> writer, int first, int count)
    {
        for (int i = first; i < first + count; i++)
            await writer.WriteAsync(new Sample(i, i)).ConfigureAwait(false);
    }
}
