using Pooling.Doubles;

namespace Pooling.Encodeables;

/// <content>Tests lists that are used while they run code of their parts, and the resulting state of the thread.</content>
public sealed partial class EncodeableListTests
{
    public static TheoryData<string> Changes => [.. s_changes.Keys];

    private static readonly Dictionary<string, Action<EncodeableList<ListNode>>> s_changes = new()
    {
        ["Add"] = static list => list.Add(),
        ["AddRange"] = static list => list.AddRange(3),
        ["AddRangeOfNone"] = static list => list.AddRange(0),
        ["Clear"] = static list => list.Clear(),
        ["RemoveAt"] = static list => list.RemoveAt(0),
        ["RemoveLast"] = static list => list.RemoveLast(),
        ["DetachAt"] = static list => list.DetachAt(0),
        ["EnsureCapacity"] = static list => list.EnsureCapacity(10_000),
        ["Indexer"] = static list => _ = list[0],
    };

    [Theory]
    [MemberData(nameof(Changes))]
    public void AnyChange_FromTheResetOfAPart_IsRefused(string change) => TestThread.Run(() =>
    {
        foreach (int used in new[] { 1, 2, 5, 100 })
        {
            foreach (int acting in new[] { 0, used / 2, used - 1 })
            {
                foreach (bool isRecursive in new[] { false, true })
                    RefuseFromReset(s_changes[change], used, acting, isRecursive);
            }
        }

        AssertThreadAtTop();
    });

    private static void RefuseFromReset(Action<EncodeableList<ListNode>> change, int used, int acting, bool isRecursive)
    {
        using EncodeablePool<ListNode> pool = isRecursive
            ? ListNode.CreateRecursivePool()
            : EncodeablePool.Create(static () => new ListNode());
        var list = new EncodeableList<ListNode>(pool, maxKept: 50);
        ListNode part = list.AddRange(used)[acting];
        Exception? refused = null;
        bool isEmpty = false;
        part.OnReset = node =>
        {
            node.OnReset = null;
            isEmpty = list.Count == 0 && list.Span.IsEmpty && !list.Any();
            refused = Record.Exception(() => change(list));
        };
        list.Clear();

        Assert.IsType<InvalidOperationException>(refused);
        Assert.Contains("in the meantime", refused.Message, StringComparison.Ordinal);
        Assert.True(isEmpty);
        Assert.Equal((0, 0, Math.Min(used, 50)),
            (list.Count, pool.GetStatistics().InUse, pool.GetStatistics().RetainedParts));
        AssertAllReturned(pool);
        list.AddRange(used);
        Assert.Equal(used, list.Distinct().Count());
        list.Clear();
        AssertAllReturned(pool);
    }

    [Fact]
    public void Add_ManyFromTheResetOfAPart_LeavesTheThreadAtItsTopLevel() => TestThread.Run(() =>
    {
        for (int failing = 0; failing < 6; failing++)
        {
            var list = new EncodeableList<ListNode>(_parts);
            foreach (ListNode part in list.AddRange(6))
            {
                part.OnReset = _ =>
                {
                    list.AddRange(7);
                    throw new InvalidDataException();
                };
            }

            Record.Exception(list.Clear);
            Record.Exception(list.Clear);
        }

        AssertThreadAtTop();
    });

    [Fact]
    public void AnyChange_OnTwoThreads_LeavesBothThreadsAtTheirTopLevel()
    {
        const int Rounds = 3_000;
        Action<EncodeableList<ListNode>>[] changes = [.. s_changes.Values];
        TestThread.Run(() =>
        {
            using EncodeablePool<ListNode> pool = ListNode.CreateRecursivePool();
            int main = Environment.CurrentManagedThreadId;
            Exception? fault = null;
            var list = new EncodeableList<ListNode>(pool);
            LockStep.Run(Rounds, round =>
            {
                bool isMain = Environment.CurrentManagedThreadId == main;
                if (isMain && round % 10 == 0)
                    list = new EncodeableList<ListNode>(pool);

                var random = new Random((2 * round) + (isMain ? 1 : 0));
                for (int i = 0; i < 20; i++)
                {
                    Record.Exception(() =>
                    {
                        changes[random.Next(changes.Length)](list);
                        ListNode part = list.Add();
                        if (random.Next(3) == 0)
                            part.OnReset = static _ => throw new InvalidDataException();
                    });
                }

                if (round % 100 == 99 && Record.Exception(AssertThreadAtTop) is { } found)
                    fault = found;
            });

            Assert.Null(fault);
            AssertThreadAtTop();
        });
    }

    /// <summary>Asserts that correct code on this thread receives all its exceptions, and keeps its nested parts.</summary>
    private static void AssertThreadAtTop()
    {
        const int Rounds = 20;
        using EncodeablePool<ListNode> pool = ListNode.CreateRecursivePool();
        var list = new EncodeableList<ListNode>(pool);
        int lost = 0;
        for (int i = 0; i < Rounds; i++)
        {
            list.Add().OnReset = static _ => throw new InvalidDataException();
            if (Record.Exception(list.Clear) is not InvalidDataException)
                lost++;
        }

        Assert.Equal(0, lost);
        for (int i = 0; i < Rounds; i++)
        {
            foreach (ListNode part in list.AddRange(3))
                part.Parts!.AddRange(2)[0].Parts!.AddRange(2);

            list.Clear();
        }

        // 3 parts with 2 in each, one of which has 2 more
        Assert.Equal((0, 15), (pool.GetStatistics().InUse, pool.GetStatistics().RetainedParts));
        Assert.Equal(Rounds + 15, pool.GetStatistics().TotalCreated);
    }
}
