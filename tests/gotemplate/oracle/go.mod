module vedette.test/oracle

go 1.21
