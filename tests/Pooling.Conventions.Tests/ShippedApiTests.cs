using System.Security.Cryptography;
using System.Text;

namespace Pooling.Conventions;

/// <summary>Tests that nothing leaves the public API of a release.</summary>
public sealed class ShippedApiTests
{
    // Of 1.0.0-rc.1. Only a release changes them, when it moves the lines of PublicAPI.Unshipped.txt.
    [Theory]
    [InlineData("Pooling", 725, "4F53408D91ACF9F0")]
    [InlineData("Pooling/net8.0", 48, "1D3CDF25AD7880D2")]
    [InlineData("Pooling.Extensions", 36, "8C26451790FA1127")]
    [InlineData("Pooling.Testing", 91, "13C7D46DF076F2A6")]
    [InlineData("Pooling.Testing/net8.0", 5, "6E0010711C5BE49B")]
    public void ShippedApi_OfAProject_IsThatOfTheRelease(string project, int count, string hash)
    {
        string[] lines = LinesOf(project, "PublicAPI.Shipped.txt");

        Assert.Equal((count, hash), (lines.Length, HashOf(lines)));
        Assert.DoesNotContain(LinesOf(project, "PublicAPI.Unshipped.txt"),
            static line => line.StartsWith("*REMOVED*", StringComparison.Ordinal));
    }

    [Fact]
    public void HashOf_ALineThatChanged_IsAnother() =>
        Assert.NotEqual(HashOf(["Pool.Rent() -> Lease"]), HashOf(["Pool.Rent() -> Lease?"]));

    private static string[] LinesOf(string project, string file)
    {
        string[] parts = project.Split('/');
        return
        [
            .. File.ReadAllLines(RepositoryTree.PathOf(["src", parts[0], "PublicAPI", .. parts[1..], file]))
                .Where(static line => line.Length > 0 && !line.StartsWith('#')).Order(StringComparer.Ordinal),
        ];
    }

    private static string HashOf(string[] lines) =>
        Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(string.Join('\n', lines))))[..16];
}
