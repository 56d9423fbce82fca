using System.Runtime.CompilerServices;

namespace Pooling.Samples.RowStream;

/// <summary>Rows that a seed decides, read in batches as from a database. The same row objects come again and again, so that a
/// measurement does not count them.</summary>
internal sealed class RowSource
{
    private const int DistinctRows = 1000;
    private const int RowsPerBatch = 500;

    private static readonly string[] s_names = ["boiler", "pump \"2\"", "Förderband", "阀门", "line\t7"];

    private readonly Row[] _rows;
    private int _openReaders;
    private long _rowsRead;

    public RowSource(int seed)
    {
        var random = new Random(seed);
        _rows = [.. Enumerable.Range(1, DistinctRows).Select(id => new Row(
            id,
            s_names[random.Next(s_names.Length)],
            random.Next(-100_000, 1_000_000) / 100.0,
            DateTime.UnixEpoch.AddSeconds(random.Next()),
            random.Next(2) == 0))];
    }

    /// <summary>Gets the number of enumerators that were started and not disposed yet.</summary>
    public int OpenReaders => Volatile.Read(ref _openReaders);

    /// <summary>Gets the number of rows that all enumerators have returned.</summary>
    public long RowsRead => Volatile.Read(ref _rowsRead);

    /// <summary>Reads a number of rows. The token ends the reading before the next batch.</summary>
    public async IAsyncEnumerable<Row> ReadAsync(int count, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        Interlocked.Increment(ref _openReaders);
        try
        {
            for (int row = 0; row < count; row++)
            {
                if (row % RowsPerBatch == 0)
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    await Task.Yield(); // in place of waiting for the database
                }

                Interlocked.Increment(ref _rowsRead);
                yield return _rows[row % _rows.Length];
            }
        }
        finally
        {
            Interlocked.Decrement(ref _openReaders);
        }
    }
}
