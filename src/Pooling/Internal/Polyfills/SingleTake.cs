#if NET10_0_OR_GREATER
using System.Runtime.CompilerServices;
#endif

namespace Pooling.Internal.Polyfills;

/// <summary>Changes a field of an object for one of several threads that try at the same time, without keeping the
/// object from being allocated on the stack.</summary>
/// <remarks>
/// <para>.NET 10 allocates an object on the stack of the method that creates it if the object is never passed to a
/// call, and no locked instruction gets the address of one of its fields. So the field is read and written plainly,
/// while the thread holds a gate: one of a fixed number of words that all objects share. A gate is held for a few
/// instructions, and no other code runs under it.</para>
/// <para>Invariant: of an object on the heap, the field changes only under the gate of that number, which never
/// changes. An object on the stack needs none, because no other thread can have a reference to it.</para>
/// <para>On older frameworks, which allocate objects on the heap only, it is a locked instruction on the field.</para>
/// </remarks>
internal static class SingleTake
{
#if NET10_0_OR_GREATER
    private const int Gates = 64;
    // two cache lines, so that threads with different gates do not disturb each other
    private const int IntsPerGate = 32;
    private const int PageBits = 12;
    private const nuint Near = 1024;

    private static int s_next;
    private static readonly int[] s_gates = new int[Gates * IntsPerGate]; // 1 while a thread holds it

    /// <summary>A number for a new object: threads have different stacks, so they mostly use different gates. Costs no
    /// read.</summary>
    internal static unsafe byte NewGate
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            Unsafe.SkipInit(out byte here);
            return (byte)((nuint)(&here) >> PageBits);
        }
    }

    /// <summary>A number for a new object that is kept: one thread may create all of them, so each gets the next
    /// number.</summary>
    internal static byte NextGate() => (byte)Interlocked.Increment(ref s_next); // pairs with itself; any spread will do

    /// <summary>Reads the field and sets it to <see langword="null"/>.</summary>
    /// <param name="field">A field of an object.</param>
    /// <param name="gate">The gate of that object.</param>
    /// <returns><see langword="null"/> if another thread was faster.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static T? Take<T>(ref T? field, byte gate) where T : class
    {
        T? taken;
        if (IsOnStack(ref field))
        {
            taken = field;
            field = null;
            return taken;
        }

        ref int entered = ref Enter(gate);
        taken = field;
        field = null;
        Leave(ref entered);
        return taken;
    }

    /// <summary>Replaces the value of a field of an object that is on the heap.</summary>
    /// <param name="field">A field of an object.</param>
    /// <param name="value">The new value.</param>
    /// <param name="expected">The value that the field must have.</param>
    /// <param name="gate">The gate of that object.</param>
    /// <returns><see langword="false"/> if the field has another value than the expected one.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryReplace(ref int field, int value, int expected, byte gate)
    {
        ref int entered = ref Enter(gate);
        bool isExpected = field == expected;
        if (isExpected)
            field = value;

        Leave(ref entered);
        return isExpected;
    }

    /// <summary>Whether a field is part of an object on the stack, close to the end of it. A field of an object on the
    /// heap is never so close: guard pages follow a stack, and more than this distance of the runtime's own frames
    /// precedes the code that it runs. The garbage collector moves no object to or from a stack, so the answer stays
    /// true.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsOnStack<T>(ref T field)
    {
        Unsafe.SkipInit(out byte here);
        return (nuint)Unsafe.ByteOffset(ref here, ref Unsafe.As<T, byte>(ref field)) + Near < 2 * Near;
    }

    /// <summary>Waits until no other thread holds the gate. Internal for tests.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ref int Enter(byte gate)
    {
        ref int entered = ref UncheckedArray.At(s_gates, (gate & (Gates - 1)) * IntsPerGate);
        // pairs with the write in Leave: what the last holder wrote is seen
        if (Interlocked.CompareExchange(ref entered, 1, 0) != 0)
            EnterSlowly(ref entered);

        return ref entered;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    // pairs with the exchanges in Enter and EnterSlowly
    internal static void Leave(ref int entered) => Volatile.Write(ref entered, 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void EnterSlowly(ref int entered)
    {
        SpinWait spin = default;
        do
            default(ProcessorAtomics).Wait(ref spin);
        while (Interlocked.CompareExchange(ref entered, 1, 0) != 0); // as in Enter
    }
#else
    internal static byte NewGate => 0;

    internal static byte NextGate() => 0;

    // pairs with itself: one of several threads gets the value
    internal static T? Take<T>(ref T? field, byte gate) where T : class => Interlocked.Exchange(ref field, null);

    internal static bool TryReplace(ref int field, int value, int expected, byte gate) =>
        // pairs with itself: one of several threads replaces it
        Interlocked.CompareExchange(ref field, value, expected) == expected;
#endif
}
