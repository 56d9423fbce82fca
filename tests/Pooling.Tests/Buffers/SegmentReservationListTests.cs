namespace Pooling.Buffers;

public sealed class SegmentReservationListTests
{
    private readonly SegmentReservationList _list = new();

    [Fact]
    public void Find_AmongNone_FindsNothing() => Assert.Equal(-1, _list.Find(0));

    [Fact]
    public void Close_OfOneInTheMiddle_HidesItAndKeepsItsNeighbours()
    {
        Add(1, 2, 3);
        _list.Close(_list.Find(2));

        Assert.Equal(-1, _list.Find(2));
        Assert.Equal((1L, 3L), (_list.At(_list.Find(1)).Serial, _list.At(_list.Find(3)).Serial));
    }

    [Theory]
    [InlineData(1, 3)]
    [InlineData(3, 1)]
    public void Close_OfAnEnd_TakesClosedNeighboursWithIt(long end, long other)
    {
        Add(1, 2, 3);
        _list.Close(_list.Find(2));
        _list.Close(_list.Find(end));

        Assert.Equal((-1, -1), (_list.Find(2), _list.Find(end)));
        _list.Close(_list.Find(other));
        Assert.Equal(-1, _list.Find(other));
    }

    [Fact]
    public void MakeRoom_WhileTheFirstStaysOpen_ReusesTheRoomOfClosedOnes()
    {
        Add(1, 2);
        for (long serial = 3; serial < 10_000; serial++)
        {
            Add(serial);
            _list.Close(_list.Find(serial - 1)); // always one in the middle
        }

        Assert.InRange(_list.Capacity, 1, 8);
        Assert.InRange(_list.Steps, 1, 60_000); // a few for each, however long the test runs
        Assert.Equal((1L, 9_999L), (_list.At(_list.Find(1)).Serial, _list.At(_list.Find(9_999)).Serial));
    }

    [Fact]
    public void CloseBeyond_EndsThoseThatReachFurther()
    {
        Add(1, 2, 3);
        _list.CloseBeyond(2); // each is one byte long, at the position of its serial

        Assert.Equal((true, -1, -1), (_list.Find(1) >= 0, _list.Find(2), _list.Find(3)));
    }

    [Fact]
    public void CloseAll_EndsAllAndStartsAgain()
    {
        Add(1, 2, 3);
        _list.CloseAll();
        Add(4);

        Assert.Equal((-1, -1, -1), (_list.Find(1), _list.Find(2), _list.Find(3)));
        Assert.Equal(4, _list.At(_list.Find(4)).Serial);
    }

    [Fact]
    public void Find_AfterAnyOperations_AgreesWithAPlainList()
    {
        for (int seed = 0; seed < 50; seed++)
        {
            var list = new SegmentReservationList();
            var open = new List<long>();
            var random = new Random(seed);
            long last = 0;
            for (int i = 0; i < 500; i++)
            {
                if (random.Next(100) < 52 || open.Count == 0)
                {
                    AddTo(list, ++last);
                    open.Add(last);
                }
                else
                {
                    int index = random.Next(3) switch { 0 => 0, 1 => open.Count - 1, _ => random.Next(open.Count) };
                    list.Close(list.Find(open[index]));
                    open.RemoveAt(index);
                }
            }

            for (long serial = 0; serial <= last + 1; serial++)
            {
                int found = list.Find(serial);
                Assert.Equal(open.Contains(serial), found >= 0);
                if (found >= 0)
                    Assert.Equal(serial, list.At(found).Serial);
            }
        }
    }

    private void Add(params long[] serials)
    {
        foreach (long serial in serials)
            AddTo(_list, serial);
    }

    private static void AddTo(SegmentReservationList list, long serial)
    {
        list.MakeRoom();
        list.Add(new SegmentReservationList.Entry { Serial = serial, Start = serial, Length = 1 });
    }
}
