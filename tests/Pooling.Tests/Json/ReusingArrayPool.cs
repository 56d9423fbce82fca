using System.Buffers;

namespace Pooling.Json;

/// <summary>A faulty array pool that returns the last returned array, so that two owners of one array see each other's text.</summary>
/// <remarks>Arrays in the pool are full of <see cref="TestPoolOptions.ReturnedPattern"/>.</remarks>
/// <param name="plan">The plan that decides which call throws.</param>
internal sealed class ReusingArrayPool(FaultPlan plan) : ArrayPool<byte>
{
    private readonly Dictionary<int, Stack<byte[]>> _idle = [];
    private readonly List<byte[]> _out = [];

    internal int Outstanding => _out.Count;

    public override byte[] Rent(int minimumLength)
    {
        int call = plan.Enter(nameof(Rent));
        int length = 16;
        while (length < minimumLength)
            length *= 2;

        byte[] array = IdleOf(length) is { Count: > 0 } idle ? idle.Pop() : New(length);
        AssertIntact(array);
        plan.Leave(call, nameof(Rent)); // if it throws, the array has no owner
        _out.Add(array);
        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        Assert.True(_out.Remove(array), "An array came back that was not out.");
        int call = plan.Enter(nameof(Return));
        array.AsSpan().Fill(TestPoolOptions.ReturnedPattern);
        IdleOf(array.Length).Push(array);
        plan.Leave(call, nameof(Return));
    }

    /// <summary>Fails if an array was written to after its return.</summary>
    internal void AssertIntact()
    {
        foreach (Stack<byte[]> arrays in _idle.Values)
            Assert.All(arrays, AssertIntact);
    }

    private static void AssertIntact(byte[] array)
    {
        bool isIntact = array[0] == TestPoolOptions.ReturnedPattern
            && array.AsSpan(1).SequenceEqual(array.AsSpan(0, array.Length - 1)); // all are equal
        Assert.True(isIntact, "An array was written to after it came back.");
    }

    private static byte[] New(int length)
    {
        var array = new byte[length];
        array.AsSpan().Fill(TestPoolOptions.ReturnedPattern);
        return array;
    }

    private Stack<byte[]> IdleOf(int length)
    {
        if (!_idle.TryGetValue(length, out Stack<byte[]>? idle))
            _idle[length] = idle = new Stack<byte[]>();

        return idle;
    }
}
