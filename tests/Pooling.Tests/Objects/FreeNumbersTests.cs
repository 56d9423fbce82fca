namespace Pooling.Objects;

/// <summary>Tests that the smallest free number is assigned, against a sorted set.</summary>
public sealed class FreeNumbersTests
{
    [Fact]
    public void Take_AfterAnyNumbersCameBack_IsTheSmallestFreeOne()
    {
        var numbers = default(FreeNumbers);
        var free = new SortedSet<int>();
        var taken = new List<int>();
        var random = new Random(1);
        for (int step = 0; step < 20_000; step++)
        {
            if (random.Next(4000) < 2000 + (step / 100 % 3 - 1) * 1000 || taken.Count == 0)
            {
                int expected = free.Count > 0 ? free.Min : numbers.Used;
                Assert.Equal(free.Count, numbers.Free);
                int number = numbers.Take();
                Assert.Equal(expected, number);
                free.Remove(number);
                taken.Add(number);
            }
            else
            {
                int index = random.Next(taken.Count);
                numbers.Give(taken[index]);
                free.Add(taken[index]);
                taken[index] = taken[^1];
                taken.RemoveAt(taken.Count - 1);
            }

            Assert.Equal(numbers.Used, free.Count + taken.Count);
        }
    }
}
