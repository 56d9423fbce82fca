using System.Globalization;
using System.Runtime.CompilerServices;

namespace Pooling.Samples.JsonExport;

/// <summary>Customers that a seed decides, read in batches as from a database. The same row objects come again and again, so that a
/// measurement of an export does not count the rows.</summary>
internal sealed class CustomerSource
{
    private const int RowsPerBatch = 50;

    private static readonly string[] s_names = ["Zoë \"Zed\" O'Brien", "Jürgen Groß", "张伟", "Anna <anna@home>", "Bob\tSmith"];
    private static readonly string[] s_cities = ["São Paulo", "Köln", "Springfield", "東京"];

    private readonly Customer[] _rows;
    private int _openReaders;
    private long _rowsRead;

    public CustomerSource(int seed, int distinctRows)
    {
        var random = new Random(seed);
        _rows = [.. Enumerable.Range(1, distinctRows).Select(id => Create(random, id))];
    }

    /// <summary>Gets the number of enumerators that were started and not disposed yet.</summary>
    public int OpenReaders => Volatile.Read(ref _openReaders);

    /// <summary>Gets the number of rows that all enumerators have returned.</summary>
    public long RowsRead => Volatile.Read(ref _rowsRead);

    /// <summary>Reads a number of customers. The token ends the reading before the next batch.</summary>
    public async IAsyncEnumerable<Customer> ReadAsync(int count, [EnumeratorCancellation] CancellationToken cancellationToken = default)
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

    private static Customer Create(Random random, int id) => new(
        id,
        s_names[random.Next(s_names.Length)],
        string.Create(CultureInfo.InvariantCulture, $"customer{id}@example.com"),
        s_cities[random.Next(s_cities.Length)],
        random.Next(-100_000, 1_000_000) / 100m,
        DateTime.UnixEpoch.AddSeconds(random.Next()),
        random.Next(2) == 0,
        random.Next(3) == 0 ? "Calls back.\nPrefers \\ to /." : null);
}
