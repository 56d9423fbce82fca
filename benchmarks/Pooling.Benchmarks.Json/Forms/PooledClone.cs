namespace Pooling.Benchmarks.Json.Forms;

/// <summary>A copy of a customer that is used again for the next one; its lists keep their arrays.</summary>
internal sealed class PooledClone
{
    private readonly List<string> _emails = [];
    private readonly List<(string City, string Street)> _addresses = [];

    public int Id { get; private set; }

    public string Name { get; private set; } = "";

    public (string City, string Street) HomeAddress { get; private set; }

    public List<string> Emails => _emails;

    public List<(string City, string Street)> Addresses => _addresses;

    public void CopyFrom(Customer customer)
    {
        Id = customer.Id;
        Name = customer.Name;
        HomeAddress = (customer.HomeAddress.City, customer.HomeAddress.Street);
        foreach (string email in customer.Emails)
            _emails.Add(email);

        foreach (Address address in customer.Addresses)
            _addresses.Add((address.City, address.Street));
    }

    public void Clear()
    {
        Name = "";
        HomeAddress = default;
        _emails.Clear();
        _addresses.Clear();
    }
}
