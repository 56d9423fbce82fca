namespace Pooling.Samples.JsonExport;

/// <summary>Rows that are there without waiting, and can fail.</summary>
internal sealed class TestRows(int count)
{
    private static readonly Customer s_row = new(1, "Zoë \"Z\"", "z@example.com", "Köln", 12.5m, DateTime.UnixEpoch, true, null);

    private int _failsAfter = -1;
    private Task? _failsWhen;
    private int _read;
    private int _disposed;

    /// <summary>Gets or sets an action that runs before each row, with its number.</summary>
    public Action<int>? BeforeRow { get; set; }

    public int Read => Volatile.Read(ref _read);

    public bool IsDisposed => Volatile.Read(ref _disposed) != 0;

    /// <param name="rows">The number of rows before the failure.</param>
    /// <param name="when">The task before whose end it does not fail; <see langword="null"/> for none.</param>
    public static TestRows FailingAfter(int rows, Task? when = null) =>
        new(int.MaxValue) { _failsAfter = rows, _failsWhen = when };

    public async IAsyncEnumerable<Customer> ReadAsync()
    {
        try
        {
            for (int row = 0; row < count; row++)
            {
                BeforeRow?.Invoke(row);
                if (row == _failsAfter)
                {
                    await (_failsWhen ?? Task.CompletedTask);
                    throw new InvalidDataException("The database does not answer.");
                }

                Interlocked.Increment(ref _read);
                yield return s_row;
            }
        }
        finally
        {
            Interlocked.Exchange(ref _disposed, 1);
        }
    }
}
