namespace Pooling.Queues;

/// <summary>Tests two threads on a side of a ring that supports one. Items are lost or received twice, but every operation ends, and the
/// ring can be used afterwards.</summary>
/// <remarks>The second thread runs between two accesses of the first, at each place in turn.</remarks>
public sealed class RingMisuseTests
{
    private const int Capacity = 4;
    private const int MaxAccesses = 12; // of an operation
    private const int MaxTakes = 100;

    private static readonly object s_item = new();

    [Theory]
    [InlineData(1)]
    [InlineData(9)]
    public void Spsc_OfTwoConsumers_EndsAndContinues(int span) =>
        TakeTwice(static () => new SpscRing<object, ScriptedAtomics>(Capacity), span);

    [Theory]
    [InlineData(1)]
    [InlineData(9)]
    public void Mpsc_OfTwoConsumers_EndsAndContinues(int span) =>
        TakeTwice(static () => new MpscRing<object, ScriptedAtomics>(Capacity), span);

    [Theory]
    [InlineData(1)]
    [InlineData(9)]
    public void Spsc_OfTwoProducers_EndsAndContinues(int span) => ForEachMoment((access, others, items) =>
    {
        var ring = new SpscRing<object, ScriptedAtomics>(Capacity);
        Add(ref ring, items, span);
        ScriptedAtomics.Before(access, () =>
        {
            for (int i = 0; i < others; i++)
            {
                Add(ref ring, 1, span);
                if (i % 2 == 1)
                    Take(ref ring, span);
            }
        });
        Add(ref ring, 1, span);
        ScriptedAtomics.Forget();
        CheckUse(ref ring, span);
    });

    private static void TakeTwice<TRing>(Func<TRing> create, int span) where TRing : struct, IRing<object> =>
        ForEachMoment((access, others, items) =>
        {
            TRing ring = create();
            Add(ref ring, items, span);
            ScriptedAtomics.Before(access, () =>
            {
                for (int i = 0; i < others; i++)
                {
                    Take(ref ring, span);
                    if (i % 3 == 2)
                        Add(ref ring, 3, span);
                }
            });
            Take(ref ring, span);
            ScriptedAtomics.Forget();
            CheckUse(ref ring, span);
        });

    private static void ForEachMoment(Action<int, int, int> check)
    {
        for (int access = 0; access < MaxAccesses; access++)
        {
            for (int others = 0; others < 12; others++)
            {
                for (int items = 0; items <= Capacity; items++)
                {
                    try
                    {
                        check(access, others, items);
                    }
                    catch (Exception exception)
                    {
                        Assert.Fail($"Before access {access}, {others} other operations, {items} items: {exception}");
                    }
                    finally
                    {
                        ScriptedAtomics.Forget();
                    }
                }
            }
        }
    }

    private static void CheckUse<TRing>(ref TRing ring, int span) where TRing : struct, IRing<object>
    {
        TakeAll(ref ring, span);
        Assert.True(ring.IsEmpty);
        for (int round = 0; round < 3; round++)
        {
            Assert.True(ring.TryEnqueue(s_item));
            TakeAll(ref ring, span);
        }

        // losses and refusals have ended by now
        object[] items = [new(), new(), new()];
        Assert.Equal(items.Length, ring.EnqueueMany(items));
        Assert.Equal(items.Length, ring.Count);
        foreach (object item in items)
        {
            Assert.True(ring.TryDequeue(out object taken));
            Assert.Same(item, taken);
        }

        ring.TryEnqueue(s_item);
        ring.Close();
        TakeAll(ref ring, span);
        Assert.True(ring.IsClosed && ring.IsEmpty);
    }

    private static void Add<TRing>(ref TRing ring, int count, int span) where TRing : struct, IRing<object>
    {
        for (int i = 0; i < count; i++)
        {
            try
            {
                _ = span == 1 ? ring.TryEnqueue(s_item) : ring.EnqueueMany(new object[span]) > 0;
            }
            catch (InvalidOperationException exception)
            {
                Assert.Contains("at the same time", exception.Message);
            }
        }
    }

    private static void TakeAll<TRing>(ref TRing ring, int span) where TRing : struct, IRing<object>
    {
        int takes = 0;
        while (Take(ref ring, span))
            Assert.True(++takes < MaxTakes, "Items come for ever.");
    }

    /// <returns><see langword="false"/> if the ring is empty.</returns>
    private static bool Take<TRing>(ref TRing ring, int span) where TRing : struct, IRing<object>
    {
        int waits = 0;
        ScriptedAtomics.InsteadOfWaiting(() =>
        {
            if (++waits == MaxTakes)
                throw new InjectedFaultException("a read that waits for ever");
        });
        try
        {
            return span == 1 ? ring.TryDequeue(out _) : ring.DequeueMany(new object[span]) > 0;
        }
        catch (InvalidOperationException exception)
        {
            Assert.Contains("at the same time", exception.Message);
            return true; // there may be more
        }
    }
}
