using Pooling.Doubles;

namespace Pooling.Objects;

public sealed class ItemStackTests
{
    /// <summary>Checks random operations against a plain list: pushing and popping single items and runs, and dropping from the
    /// bottom.</summary>
    [Theory]
    [InlineData(1, 20)]
    [InlineData(2, 300)]
    [InlineData(3, 3 * ItemStack.ChunkLength)]
    [InlineData(4, 10 * ItemStack.ChunkLength)]
    public void EveryOperation_RandomSequence_IsThatOfAList(int seed, int most)
    {
        var random = new Random(seed);
        var stack = new ItemStack();
        var list = new List<object>();
        for (int step = 0; step < TestRounds.Of(20_000); step++)
        {
            int count = random.Next(1 + random.Next(most));
            switch (random.Next(7))
            {
                case 0 or 1 when list.Count + count <= most:
                    object[] run = [.. Enumerable.Range(0, count).Select(static _ => new object())];
                    stack.PushRun<object>(run);
                    list.AddRange(run);
                    break;
                case 2:
                    object item = new();
                    stack.Push(item);
                    list.Add(item);
                    break;
                case 3:
                    Assert.Same(list.Count == 0 ? null : list[list.Count - 1], stack.TryPop());
                    if (list.Count > 0)
                        list.RemoveAt(list.Count - 1);

                    break;
                case 4:
                    var taken = new object[Math.Min(count, list.Count)];
                    stack.PopRun<object>(taken);
                    Assert.Equal(list.GetRange(list.Count - taken.Length, taken.Length), taken);
                    list.RemoveRange(list.Count - taken.Length, taken.Length);
                    break;
                case 5:
                    var dropped = new List<object>();
                    int oldest = Math.Min(count / 2, list.Count);
                    stack.DropOldest(oldest, dropped);
                    Assert.Equal(list.GetRange(0, oldest), dropped);
                    list.RemoveRange(0, oldest);
                    break;
                default:
                    stack.ReleaseUnused();
                    break;
            }

            Assert.Equal(list.Count, stack.Count);
            if (step % 500 == 0)
            {
                var copy = new List<object>();
                stack.CopyTo(copy);
                Assert.Equal(list, copy);
            }
        }
    }

    [Fact]
    public void ReleaseUnused_AfterAPeak_GivesUpWhatItNeededAlone()
    {
        var stack = new ItemStack();
        stack.PushRun<object>(new object[10 * ItemStack.ChunkLength]);
        Assert.Equal(10 * ItemStack.ChunkLength, stack.Capacity);
        stack.PopRun<object>(new object[9 * ItemStack.ChunkLength + 1]);
        stack.ReleaseUnused();
        Assert.Equal(10 * ItemStack.ChunkLength, stack.Capacity); // the peak was in this interval
        stack.ReleaseUnused();

        Assert.Equal((ItemStack.ChunkLength, ItemStack.ChunkLength - 1), (stack.Capacity, stack.Count));
    }

    [Fact]
    public void Push_ToAnEmptyStack_TakesLittleMemory()
    {
        var stack = new ItemStack();
        stack.Push(new object());

        Assert.InRange(stack.Capacity, 1, 8);
    }

    [Fact]
    public void DropOldest_WholeChunks_GivesThemUp()
    {
        var stack = new ItemStack();
        stack.PushRun<object>([.. Enumerable.Range(0, 3 * ItemStack.ChunkLength).Select(static _ => new object())]);
        var dropped = new List<object>();
        stack.DropOldest(2 * ItemStack.ChunkLength + 5, dropped);

        Assert.Equal(ItemStack.ChunkLength, stack.Capacity);
        Assert.Equal(ItemStack.ChunkLength - 5, stack.Count);
        stack.DropOldest(stack.Count, dropped);
        Assert.Equal(3 * ItemStack.ChunkLength, dropped.Distinct().Count());
    }
}
