namespace Pooling.Buffers;

public sealed class ReservationStackTests
{
    [Fact]
    public void Trim_OfADeepStack_LetsGoOfIt()
    {
        var stack = new ReservationStack();
        int first = stack.Capacity;
        Fill(stack, 2000);

        stack.Trim();

        Assert.True(stack.IsEmpty);
        Assert.Equal(first, stack.Capacity);
    }

    [Fact]
    public void Trim_OfAShallowStack_KeepsItsRoom()
    {
        var stack = new ReservationStack();
        Fill(stack, 100);
        int grown = stack.Capacity;

        stack.Trim();

        Assert.True(stack.IsEmpty);
        Assert.Equal(grown, stack.Capacity);
    }

    [Fact]
    public void Trim_EndsWhatIsOpen()
    {
        var stack = new ReservationStack();
        stack.MakeRoom();
        long serial = stack.Push(0, 1);

        stack.Trim();

        Assert.Throws<InvalidOperationException>(() => stack.Find(serial, out _).Length);
    }

    private static void Fill(ReservationStack stack, int count)
    {
        for (int position = 0; position < count; position++)
        {
            stack.MakeRoom();
            stack.Push(position, 1);
        }
    }
}
