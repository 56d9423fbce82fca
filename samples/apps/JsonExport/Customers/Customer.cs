using System.Globalization;

namespace Pooling.JsonExport;

/// <summary>One customer of the export.</summary>
internal sealed record Customer(int Id, string Name, string[] Emails, Address HomeAddress, Address[] Addresses)
{
    /// <summary>Creates a customer of the published export, with characters outside the basic multilingual plane and text that needs
    /// escaping.</summary>
    public static Customer Create(int id)
    {
        string number = id.ToString(CultureInfo.InvariantCulture);
        return new Customer(
            id,
            $"Cust{number} \uD800\udc05 \u00e4",
            [$"emailA@mailer.com{number}", $"emailB@mailer.com{number}"],
            new Address($"City{number} \uD800\udc05 \u00e4", $"Street{number}\n\"escape this\""),
            [
                new Address($"CityA{number}", $"StreetA{number}"),
                new Address($"CityB{number}", $"StreetA{number}"),
            ]);
    }
}
