namespace Pooling.Benchmarks.Queues;

/// <summary>Measures channels without waiting (20 items in, then out), by streaming and by ping-pong between two tasks.</summary>
[AllThreads]
public class RingChannelBenchmarks
{
    private const int Items = 1_280;
    private const int Batch = 20;

    private static readonly BoundedChannelOptions s_single = new(256) { SingleReader = true, SingleWriter = true };
    private static readonly BoundedChannelOptions s_many = new(256);

    private readonly Channel<Sample>[] _bounded = [Channel.CreateBounded<Sample>(s_single), Channel.CreateBounded<Sample>(s_single)];
    private readonly Channel<Sample>[] _spsc = [new RingChannel<Sample>(s_single), new RingChannel<Sample>(s_single)];
    private readonly Channel<Sample>[] _mpmc = [new RingChannel<Sample>(s_many), new RingChannel<Sample>(s_many)];

    [Params("try", "stream", "ping-pong")]
    public string Use { get; set; } = "";

    [Benchmark(Baseline = true, OperationsPerInvoke = Items), Row("POOL-channel-*", Role.Before, "Channel.CreateBounded")]
    public ValueTask<long> Bounded() => Run(_bounded);

    [Benchmark(OperationsPerInvoke = Items), Row("POOL-channel-*", Role.Ours, "RingChannel, one writer and one reader")]
    public ValueTask<long> Spsc() => Run(_spsc);

    [Benchmark(OperationsPerInvoke = Items), Row("POOL-channel-*", Role.Ours, "RingChannel")]
    public ValueTask<long> Mpmc() => Run(_mpmc);

    private ValueTask<long> Run(Channel<Sample>[] channels) => Use switch
    {
        "try" => new(WriteAndRead(channels[0])),
        "stream" => new(Stream(channels[0])),
        _ => new(PingPong(channels[0], channels[1])),
    };

    private static long WriteAndRead(Channel<Sample> channel)
    {
        ChannelWriter<Sample> writer = channel.Writer;
        ChannelReader<Sample> reader = channel.Reader;
        long sum = 0;
        for (int done = 0; done < Items; done += Batch)
        {
            for (int i = 0; i < Batch; i++)
                writer.TryWrite(new Sample(i, i));

            while (reader.TryRead(out Sample sample))
                sum = (sum * 31) + sample.Number;
        }

        return sum;
    }

    private static async Task<long> Stream(Channel<Sample> channel)
    {
        Task writing = Task.Run(async () =>
        {
            for (int i = 0; i < Items; i++)
                await channel.Writer.WriteAsync(new Sample(i, i)).ConfigureAwait(false);
        });

        long sum = 0;
        for (int i = 0; i < Items; i++)
            sum = (sum * 31) + (await channel.Reader.ReadAsync().ConfigureAwait(false)).Number;

        await writing.ConfigureAwait(false);
        return sum;
    }

    private static async Task<long> PingPong(Channel<Sample> there, Channel<Sample> back)
    {
        Task answering = Task.Run(async () =>
        {
            for (int i = 0; i < Items; i++)
                await back.Writer.WriteAsync(await there.Reader.ReadAsync().ConfigureAwait(false)).ConfigureAwait(false);
        });

        long sum = 0;
        for (int i = 0; i < Items; i++)
        {
            await there.Writer.WriteAsync(new Sample(i, i)).ConfigureAwait(false);
            sum = (sum * 31) + (await back.Reader.ReadAsync().ConfigureAwait(false)).Number;
        }

        await answering.ConfigureAwait(false);
        return sum;
    }
}
