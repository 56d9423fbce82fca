namespace Pooling.Benchmarks.Queues;

/// <summary>One producer and one consumer that move samples in spans.</summary>
internal sealed class SpanTraffic(SpscRingQueue<Sample> queue)
{
    private const int Span = 32;

    private readonly Sample[] _put = new Sample[Span];
    private readonly Sample[] _taken = new Sample[Span];
    private Action<int>? _work;
    private long _sum;

    internal long Run()
    {
        QueueTraffic.WorkersOf(2).Run(_work ??= Work);
        return _sum;
    }

    private void Work(int worker)
    {
        if (worker == 0)
            Consume();
        else
            Produce();
    }

    private void Produce()
    {
        for (int done = 0; done < QueueTraffic.Samples; done += Span)
        {
            for (int i = 0; i < _put.Length; i++)
                _put[i] = new Sample(done + i, done + i);

            Span<Sample> rest = _put;
            SpinWait spin = default;
            while (true)
            {
                rest = rest[queue.EnqueueMany(rest)..];
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
        while (done < QueueTraffic.Samples)
        {
            int count = queue.DequeueMany(_taken);
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
