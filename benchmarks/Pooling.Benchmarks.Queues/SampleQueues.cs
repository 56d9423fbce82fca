using System.Collections.Concurrent;
using System.Threading.Channels;
using Pooling.Queues;

namespace Pooling.Benchmarks.Queues;

internal readonly struct ChannelOfSamples(Channel<Sample> channel) : ISampleQueue
{
    private readonly ChannelReader<Sample> _reader = channel.Reader;
    private readonly ChannelWriter<Sample> _writer = channel.Writer;

    public bool TryPut(Sample sample) => _writer.TryWrite(sample);

    public bool TryTake(out Sample sample) => _reader.TryRead(out sample);
}

/// <summary>Behind a bound as the others have it: a counter, which is the cheapest way that is exact.</summary>
internal readonly struct BoundedConcurrentQueue(int capacity) : ISampleQueue
{
    private readonly ConcurrentQueue<Sample> _queue = [];
    private readonly StrongCounter _count = new();

    public bool TryPut(Sample sample)
    {
        if (Interlocked.Increment(ref _count.Value) > capacity)
        {
            Interlocked.Decrement(ref _count.Value);
            return false;
        }

        _queue.Enqueue(sample);
        return true;
    }

    public bool TryTake(out Sample sample)
    {
        if (!_queue.TryDequeue(out sample))
            return false;

        Interlocked.Decrement(ref _count.Value);
        return true;
    }

    private sealed class StrongCounter
    {
        internal int Value;
    }
}

internal readonly struct SpscOfSamples(SpscRingQueue<Sample> queue) : ISampleQueue
{
    public bool TryPut(Sample sample) => queue.TryEnqueue(sample);

    public bool TryTake(out Sample sample) => queue.TryDequeue(out sample);
}

internal readonly struct MpscOfSamples(MpscRingQueue<Sample> queue) : ISampleQueue
{
    public bool TryPut(Sample sample) => queue.TryEnqueue(sample);

    public bool TryTake(out Sample sample) => queue.TryDequeue(out sample);
}

internal readonly struct MpmcOfSamples(MpmcRingQueue<Sample> queue) : ISampleQueue
{
    public bool TryPut(Sample sample) => queue.TryEnqueue(sample);

    public bool TryTake(out Sample sample) => queue.TryDequeue(out sample);
}
