namespace Pooling.PackageTests;

/// <summary>Runs checks separately, and counts them.</summary>
internal sealed class SelfCheck
{
    private int _passed;
    private int _failed;

    internal void That(string what, Func<bool> holds)
    {
        try
        {
            if (holds())
            {
                _passed++;
                return;
            }

            Fail(what, "does not hold");
        }
        catch (Exception exception)
        {
            Fail(what, exception.ToString());
        }
    }

    internal void Throws<TException>(string what, Action action) where TException : Exception => That(what, () =>
    {
        try
        {
            action();
            return false;
        }
        catch (TException)
        {
            return true;
        }
    });

    internal void Equal<T>(string what, T expected, Func<T> actual) => That(what, () =>
    {
        T found = actual();
        return EqualityComparer<T>.Default.Equals(expected, found)
            ? true
            : throw new InvalidOperationException($"expected {expected}, found {found}");
    });

    /// <summary>Checks that an action allocates nothing once it is warm. If the runtime cannot count allocations, only checks that it
    /// runs.</summary>
    internal void AllocatesNothing(string what, Action action) => That(what, () =>
    {
        for (int i = 0; i < 1_000; i++)
            action();

#if NET
        // The minimum of some runs, because the runtime may recompile or resize internal structures in the meantime.
        return Enumerable.Range(0, 10).Any(_ => AllocatedBy(action) is 0);
#else
        return true;
#endif
    });

    /// <summary>Prints the counts.</summary>
    /// <returns>The exit code: 0 if at least one check ran and none failed.</returns>
    internal int Finish()
    {
        Console.WriteLine($"Passed: {_passed}, Failed: {_failed}");
        return _failed is 0 && _passed > 0 ? 0 : 1;
    }

#if NET
    private static long AllocatedBy(Action action)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 1_000; i++)
            action();

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
#endif

    private void Fail(string what, string why)
    {
        _failed++;
        Console.WriteLine($"FAILED {what}: {why}");
    }
}
