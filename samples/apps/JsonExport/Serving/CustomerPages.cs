using System.Collections.Concurrent;

namespace Pooling.JsonExport.Serving;

/// <summary>Caches pages: the page with all customers up to the limit, and pages of the first sizes that were requested.</summary>
internal sealed class CustomerPages(int limit)
{
    private const int MaxPages = 16; // clients must not make it grow without limit

    private readonly Customer[] _customers = CustomerPage.Create(limit).Value;
    private readonly ConcurrentDictionary<int, CustomerPage> _pages = new();
    private readonly ConcurrentDictionary<int, long> _lengths = new();

    public int Limit => limit;

    public CustomerPage Get(int count)
    {
        if (_pages.TryGetValue(count, out CustomerPage? page))
            return page;

        page = CustomerPage.Of(_customers[..count]);
        return _pages.Count < MaxPages ? _pages.GetOrAdd(count, page) : page;
    }

    /// <summary>Returns the length of a document, if one with this number of customers was written.</summary>
    public long? GetLength(int count) => _lengths.TryGetValue(count, out long length) ? length : null;

    public void LearnLength(int count, long length)
    {
        if (_lengths.Count < MaxPages)
            _lengths.TryAdd(count, length);
    }
}
