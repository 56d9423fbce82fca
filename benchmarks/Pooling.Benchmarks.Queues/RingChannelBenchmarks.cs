using BenchmarkDotNet.Configs;

namespace Pooling.Benchmarks.Queues;

/// <summary>Channels used without waiting, by streaming and by ping-pong between two tasks.</summary>
[AllThreads]
[GroupBenchmarksBy(BenchmarkLogicalGroupRule.ByCategory)]
public class RingChannelBenchmarks
{
    private const int Items = 1_024;
    private const int Batch = 20;
    private const int Rounds = 256;
    private const int Capacity = 256;

    private static readonly BoundedChannelOptions s_single = new(Capacity) { SingleReader = true, SingleWriter = true };
    private static readonly BoundedChannelOptions s_singleReader = new(Capacity) { SingleReader = true };
    private static readonly BoundedChannelOptions s_many = new(Capacity);

    private readonly Channel<Sample> _bounded = Channel.CreateBounded<Sample>(s_single);
    private readonly Channel<Sample> _spsc = new RingChannel<Sample>(s_single);
    private readonly Channel<Sample> _mpsc = new RingChannel<Sample>(s_singleReader);
    private readonly Channel<Sample> _mpmc = new RingChannel<Sample>(s_many);
    private readonly Channel<Sample> _boundedBack = Channel.CreateBounded<Sample>(s_single);
    private readonly Channel<Sample> _spscBack = new RingChannel<Sample>(s_single);
    private readonly Channel<Sample> _mpmcBack = new RingChannel<Sample>(s_many);

    [Benchmark(Baseline = true, OperationsPerInvoke = Batch)]
    [BenchmarkCategory("try")]
    [Row("POOL-channel-try", Role.Before)]
    public long TryBounded() => WriteAndRead(_bounded);

    [Benchmark(OperationsPerInvoke = Batch)]
    [BenchmarkCategory("try")]
    [Row("POOL-channel-try", Role.Ours)]
    public long TrySpsc() => WriteAndRead(_spsc);

    [Benchmark(OperationsPerInvoke = Batch)]
    [BenchmarkCategory("try")]
    [Row("POOL-channel-try", Role.Ours)]
    public long TryMpsc() => WriteAndRead(_mpsc);

    [Benchmark(OperationsPerInvoke = Batch)]
    [BenchmarkCategory("try")]
    [Row("POOL-channel-try", Role.Ours)]
    public long TryMpmc() => WriteAndRead(_mpmc);

    [Benchmark(Baseline = true, OperationsPerInvoke = Items)]
    [BenchmarkCategory("stream")]
    [Row("POOL-channel-stream", Role.Before)]
    public Task<long> StreamBounded() => Stream(_bounded);

    [Benchmark(OperationsPerInvoke = Items)]
    [BenchmarkCategory("stream")]
    [Row("POOL-channel-stream", Role.Ours)]
    public Task<long> StreamSpsc() => Stream(_spsc);

    [Benchmark(OperationsPerInvoke = Items)]
    [BenchmarkCategory("stream")]
    [Row("POOL-channel-stream", Role.Ours)]
    public Task<long> StreamMpsc() => Stream(_mpsc);

    [Benchmark(OperationsPerInvoke = Items)]
    [BenchmarkCategory("stream")]
    [Row("POOL-channel-stream", Role.Ours)]
    public Task<long> StreamMpmc() => Stream(_mpmc);

    [Benchmark(Baseline = true, OperationsPerInvoke = Rounds)]
    [BenchmarkCategory("ping-pong")]
    [Row("POOL-channel-ping-pong", Role.Before)]
    public Task<long> PingPongBounded() => PingPong(_bounded, _boundedBack);

    [Benchmark(OperationsPerInvoke = Rounds)]
    [BenchmarkCategory("ping-pong")]
    [Row("POOL-channel-ping-pong", Role.Ours)]
    public Task<long> PingPongSpsc() => PingPong(_spsc, _spscBack);

    [Benchmark(OperationsPerInvoke = Rounds)]
    [BenchmarkCategory("ping-pong")]
    [Row("POOL-channel-ping-pong", Role.Ours)]
    public Task<long> PingPongMpmc() => PingPong(_mpmc, _mpmcBack);

    private static long WriteAndRead(Channel<Sample> channel)
    {
        ChannelWriter<Sample> writer = channel.Writer;
        for (int i = 0; i < Batch; i++)
            writer.TryWrite(new Sample(i, i));

        ChannelReader<Sample> reader = channel.Reader;
        long sum = 0;
        while (reader.TryRead(out Sample sample))
            sum = (sum * 31) + sample.Number;

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
            for (int i = 0; i < Rounds; i++)
                await back.Writer.WriteAsync(await there.Reader.ReadAsync().ConfigureAwait(false)).ConfigureAwait(false);
        });

        long sum = 0;
        for (int i = 0; i < Rounds; i++)
        {
            await there.Writer.WriteAsync(new Sample(i, i)).ConfigureAwait(false);
            sum = (sum * 31) + (await back.Reader.ReadAsync().ConfigureAwait(false)).Number;
        }

        await answering.ConfigureAwait(false);
        return sum;
    }
}
