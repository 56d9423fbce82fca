using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Diagnostics;

/// <summary>The steps of diagnostics within an operation of a pool, which they never stop: the item would be neither
/// with its renter nor in the pool.</summary>
/// <remarks>They wait for locks of the runtime, where an interrupt of the thread arrives: it is saved for the thread's
/// next wait, as <see cref="LockHold"/> does. Whatever else a step throws means that less is recorded.</remarks>
internal static class DiagnosticSteps
{
    /// <summary>The action that a test runs before each step of the thread, which throws what it throws.</summary>
    [field: ThreadStatic]
    internal static Action? Failing { get; set; }

    /// <summary>Returns the stack of the calling method.</summary>
    /// <returns><see langword="null"/> if that failed.</returns>
    internal static StackTrace? CaptureStack()
    {
        StackTrace? stack = null;
        Run(static (ref result) => result = new StackTrace(fNeedFileInfo: true), ref stack);
        return stack;
    }

    /// <summary>Adds a value for an object that has none.</summary>
    /// <returns><see langword="false"/> if that failed, but for an interrupt.</returns>
    internal static bool TryAdd(ConditionalWeakTable<object, object> table, object item, object value)
    {
        (ConditionalWeakTable<object, object> Table, object Item, object Value) work = (table, item, value);
        return Run(static (ref work) => work.Table.Add(work.Item, work.Value), ref work);
    }

    /// <summary>Removes the value of an object, if it has one.</summary>
    internal static void Remove(ConditionalWeakTable<object, object> table, object item)
    {
        (ConditionalWeakTable<object, object> Table, object Item) work = (table, item);
        Run(static (ref work) => work.Table.Remove(work.Item), ref work);
    }

    /// <summary>Runs a step again if it was interrupted. A step that was interrupted after its work fails the second
    /// time.</summary>
    /// <returns><see langword="false"/> if it failed, but for an interrupt.</returns>
    internal static bool Run<T>(Step<T> step, ref T work)
    {
        bool interrupted = false;
        bool? isDone = null;
        while (isDone is null)
        {
            try
            {
                Failing?.Invoke();
                step(ref work);
                isDone = true;
            }
            catch (ThreadInterruptedException)
            {
                interrupted = true;
            }
#pragma warning disable CA1031 // for example OutOfMemoryException: the operation is worth more than its record
            catch
#pragma warning restore CA1031
            {
                isDone = false;
            }
        }

        if (interrupted)
            Thread.CurrentThread.Interrupt();

        return isDone.Value;
    }

    internal delegate void Step<T>(ref T work);
}
