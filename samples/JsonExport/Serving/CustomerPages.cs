using System.Collections.Concurrent;

namespace Pooling.JsonExport.Serving;

/// <summary>The pages that requests ask for: as many customers as a request may have, and the pages of the sizes that were asked for
/// first.</summary>
internal sealed class CustomerPages(int limit)
{
    private const int MostPages = 16; // what a client asks for must not grow without bound

    private readonly Customer[] _customers = CustomerPage.Create(limit).Value;
    private readonly ConcurrentDictionary<int, CustomerPage> _pages = new();
    private readonly ConcurrentDictionary<int, long> _lengths = new();

    public int Limit => limit;

    public CustomerPage Get(int count)
    {
        if (_pages.TryGetValue(count, out CustomerPage? page))
            return page;

        page = CustomerPage.Of(_customers[..count]);
        return _pages.Count < MostPages ? _pages.GetOrAdd(count, page) : page;
    }

    /// <summary>The length of a document, if one with so many customers was written.</summary>
    public long? GetLength(int count) => _lengths.TryGetValue(count, out long length) ? length : null;

    public void LearnLength(int count, long length)
    {
        if (_lengths.Count < MostPages)
            _lengths.TryAdd(count, length);
    }
}
