using Pooling.Queues;

namespace Pooling.Benchmarks.Queues;

/// <summary>One producer and one consumer that move samples in spans.</summary>
internal sealed class SpanTraffic
{
    private const int Span = 32;

    private readonly SpscRingQueue<Sample> _queue;
    private readonly int _samples;
    private readonly Action<int> _work;
    private readonly Sample[] _put = new Sample[Span];
    private readonly Sample[] _taken = new Sample[Span];
    private long _sum;

    internal SpanTraffic(SpscRingQueue<Sample> queue, int samples)
    {
        _queue = queue;
        _samples = samples;
        _work = worker =>
        {
            if (worker == 0)
                Consume();
            else
                Produce();
        };
    }

    internal long Run(WorkerThreads workers)
    {
        workers.Run(_work);
        return _sum;
    }

    private void Produce()
    {
        for (int done = 0; done < _samples; done += Span)
        {
            for (int i = 0; i < _put.Length; i++)
                _put[i] = new Sample(done + i, done + i);

            Span<Sample> rest = _put;
            SpinWait spin = default;
            while (true)
            {
                rest = rest[_queue.EnqueueMany(rest)..];
                if (rest.IsEmpty)
                    break;

                spin.SpinOnce(sleep1Threshold: -1);
            }
        }
    }

    private void Consume()
    {
        long sum = 0;
        int done = 0;
        SpinWait spin = default;
        while (done < _samples)
        {
            int count = _queue.DequeueMany(_taken);
            if (count == 0)
            {
                spin.SpinOnce(sleep1Threshold: -1);
                continue;
            }

            spin = default;
            for (int i = 0; i < count; i++)
                sum += _taken[i].Number;

            done += count;
        }

        _sum = sum;
    }
}
