using Pooling.PackageTests;

namespace Pooling.TemplateTests;

/// <summary>Checks the templates: the package, the folder of the packages that its projects need, and a folder for the projects.</summary>
internal static class Program
{
    private static int Main(string[] arguments)
    {
        if (arguments is not [string package, string feed, string target])
        {
            Console.WriteLine("usage: Pooling.TemplateTests <package of the templates> <folder of the packages> <folder for the projects>");
            return 2;
        }

        SelfCheck check = new();
        var templates = new InstalledTemplates(Path.GetFullPath(package), Path.GetFullPath(feed), Path.GetFullPath(target));

        // Names with dots, with dashes, and with a space and a part that begins with a digit.
        MinimalApiChecks.Run(check, templates, "Contoso.Shop.Orders");
        TcpServerChecks.Run(check, templates, "my-tcp-server");
        WebSocketChecks.Run(check, templates, "Chat Room.2nd");
        return check.Finish();
    }
}
